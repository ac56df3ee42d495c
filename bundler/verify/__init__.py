"""The finished bytes of a bundle read back, in this package's own way: it shares nothing with what wrote them."""
