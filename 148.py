#| axes: keys = k, d; querys = q, d; values = v, e
#| role: keys = key; querys = query; values = value
keys = x @ w_key
querys = x @ w_query
values = x @ w_value

print(keys)
print(querys)
print(values)
