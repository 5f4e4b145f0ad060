from setuptools import setup
setup(name="lora")
