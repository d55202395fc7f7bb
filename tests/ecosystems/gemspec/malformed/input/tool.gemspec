<<<<<<< HEAD
}}}} end end (
