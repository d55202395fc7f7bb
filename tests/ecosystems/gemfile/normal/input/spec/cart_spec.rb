describe Cart
