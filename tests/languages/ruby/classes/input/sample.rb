# frozen_string_literal: true

# Keeps what was put.
#
# For a while.
class Store < Base::Keeper
  include Loggable, Comparable
  extend Builders

  LIMIT = 10
  attr_reader :index, :name
  attr_accessor "size"

  # Opens a store.
  def self.open(path, mode: "r", &block)
    store = new(path)
    store.put(mode)
    self.class.open(path)
    store
  end

  def initialize(path, index = Index.new)
    super(path)
    @path = path
    @index ||= index
    @log = Logs::File.new(path)
  end

  def put(key)
    return warn_full("store is full: #{key}") if size > LIMIT

    @index.add(key).tap { |entry| entry.touch }
    helper
    key.strip
  end
  alias add put
  alias_method :push, :put

  define_method(:clear) { |deep| @index.clear(deep) }

  class << self
    def default
      @default ||= open("default")
    end
  end

  private

  def helper = Index.shared&.flush
end

Point = Struct.new(:x, :y) do
  def length
    Math.sqrt(x * x + y * y)
  end
end
Special = Class.new(Store)
