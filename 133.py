%matplotlib inline
