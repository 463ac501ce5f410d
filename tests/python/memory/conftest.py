"""Fixtures over every device present."""

import dpctl
import pytest


@pytest.fixture(params=dpctl.get_devices(), ids=lambda device: device.filter_string)
def device(request):
    return request.param


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)
