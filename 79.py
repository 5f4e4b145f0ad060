s = "Hello, World"
print(s[0], s[-1], s[7:], s[::-1], s.lower(), s.upper(), s.replace("l", "L"), s.split(", "), len(s))
print("-".join(["a", "b", "c"]), "  x ".strip(), "x,y,,z".split(","), " a  b ".split(), s.startswith("He"), s.endswith("x"))
print("a" "b" 'c', r"\n", """one
two""", "\x41\u00e9\U0001F600", "tab\there", s.find("World"), s.find("zzz"))
print("é日"[1], len("é日"), "ab" * 3, "a" + "b", "a".ljust(3) + "|", "a".rjust(3, "."))
for c in "hé": print(c, end=";")
print()
