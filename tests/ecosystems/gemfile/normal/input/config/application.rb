module Shop; end
