"""Tests of the provider rules, the adapter and the page of detectors."""
