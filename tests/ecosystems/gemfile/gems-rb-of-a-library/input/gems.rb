source "https://rubygems.org"

gemspec

group :maintenance, optional: true do
	gem "bake-gem"
end

group :test do
	gem "sus"
	gem "cucumber"
end
