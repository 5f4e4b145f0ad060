int("12a")
