"""Types of what kernel_api has, under the names of their modules."""
