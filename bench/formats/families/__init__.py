"""The families of cases. Each module has a function cases(rng), which yields case.Case values."""
