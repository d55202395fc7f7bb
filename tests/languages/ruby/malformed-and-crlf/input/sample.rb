class Broken
  def one(a
    a.b
  end

  def two
    Other.new.call("café au lait")
  end
end

	def été; Broken.new.two; end
