"""The rules of Soissons 1918, a module for each chapter of the book."""
