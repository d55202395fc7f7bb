# frozen_string_literal: true

require 'rack'
require_relative 'helpers'

module Web
  # Base class of all applications.
  class Base
    include Rack::Utils
    include Helpers

    class NotFound < NameError
      def http_status
        404
      end
    end

    attr_accessor :app, :env, :request, :response

    def initialize(app = nil, **_kwargs)
      super()
      @app = app
      yield self if block_given?
    end

    def call(env)
      dup.call!(env)
    end

    def call!(env)
      @env = env
      @request = Request.new(env)
      @response = Response.new
      invoke { dispatch! }
      invoke { error_block!(response.status) } unless @env['app.error']
      @response.finish
    end

    # Access settings defined with Base.set.
    def self.settings
      self
    end

    def halt(*response)
      response = response.first if response.length == 1
      throw :halt, response
    end

    private

    def dispatch!
      route! if settings.routes?
    rescue ::Exception => boom
      invoke { handle_exception!(boom) }
    ensure
      filter! :after
    end

    def handle_exception!(boom)
      error_params = @params
      error_params = error_params.merge(@env['params']) unless error_params.nil?
      @env['web.error'] = boom
      http_status = if boom.is_a?(NotFound) || boom.respond_to?(:http_status)
                      boom.http_status
                    else
                      500
                    end
      status(http_status)
      body(<<~HTML)
        <h1>Web doesn't know this ditty.</h1>
        #{error_params}
      HTML
    end
  end
end

at_exit { Web::Base.run! if $!.nil? }
