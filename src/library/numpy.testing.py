"""numpy.testing: assertions about arrays."""
import numpy as np


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg=''):
    if not np.allclose(actual, desired, rtol=rtol, atol=atol, equal_nan=equal_nan):
        raise AssertionError(f'\nNot equal to tolerance rtol={rtol:g}, atol={atol:g}\n{err_msg}')


def assert_array_equal(x, y, err_msg=''):
    if not np.array_equal(x, y):
        raise AssertionError(f'\nArrays are not equal\n{err_msg}')


assert_equal = assert_array_equal


def assert_almost_equal(actual, desired, decimal=7, err_msg=''):
    apart = np.abs(np.asarray(actual) - np.asarray(desired))
    if not np.all(apart < 1.5 * 10.0 ** -decimal):
        raise AssertionError(f'\nArrays are not almost equal to {decimal} decimals\n{err_msg}')


assert_array_almost_equal = assert_almost_equal
