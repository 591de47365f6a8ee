"""The rules of Hannut 1940, a module for each chapter of the book."""
