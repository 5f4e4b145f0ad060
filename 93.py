try:
    pass
except: pass
