require "json"
require "store/index"
require_relative "../lib/tool"
autoload :Later, "store/later"
load File.join(__dir__, "computed.rb")

module Shop::Billing
  module Taxed
    def tax(amount) = Rate.for(amount).apply
  end

  # Raised when nothing is left.
  Empty = Class.new(StandardError)

  class Invoice
    include Taxed
    before_action :check, only: :show
    delegate :total, to: :order

    def show
      tax(total)
      ::Shop::Log.write("invoice shown to a user")
      method(:check)
      send(:check)
    rescue Shop::Error => error
      error.report
    else
      [1, 2].each_with_index do |item, (left, right)|
        item.run
        left.join
      end
    end

    def check; end
  end
end
