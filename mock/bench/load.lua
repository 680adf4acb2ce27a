-- A script for wrk. Argument: the method. Prints one line of JSON.
function init(args)
  wrk.method = args[1] or "GET"
end

function done(summary)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
