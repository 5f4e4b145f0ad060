from setuptools import setup

setup(name='minigpt', version='0.0.1', packages=['minigpt'], install_requires=['torch'])
