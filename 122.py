x = 1<NUL>
