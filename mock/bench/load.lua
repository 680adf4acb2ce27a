-- A script for wrk. Arguments: the method, and optionally a file of paths to cancel, with a list before each if the method is GET.
-- Prints one line of JSON.
local cancels, next_one, listing = nil, 0, false

function init(args)
  wrk.method = args[1] or "GET"
  if args[2] == nil then return end
  cancels = {}
  for path in io.lines(args[2]) do cancels[#cancels + 1] = path end
end

function request()
  if cancels == nil then return wrk.format() end
  listing = wrk.method == "GET" and not listing
  if listing then return wrk.format("GET") end
  next_one = next_one + 1
  return wrk.format("DELETE", cancels[(next_one - 1) % #cancels + 1])
end

function done(summary)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
