for i in range(10):
    if i == 2:
        continue
    elif i == 5:
        break
    else:
        print(i, end=" ")
else:
    print("never")
n = 3
while n:
    n -= 1
    print(n, end=" ")
else:
    print("done")
for x in []: pass
else: print("empty")
if n: print("no"); print("no")
else: print("a"); print("b")
