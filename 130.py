print(f"value: {1 + undefined}")
