"""Every device present."""

import dpctl


def pytest_generate_tests(metafunc):
    if "device" in metafunc.fixturenames:
        metafunc.parametrize("device", [d.filter_string for d in dpctl.get_devices()])
