#| role: query_0 = query; scores_0 = score
query_0 = querys[0]
scores_0 = query_0 @ keys.T
print(scores_0)
