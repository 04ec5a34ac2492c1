-- Returns ARGV[5] pages that the session holds, from ARGV[4] on.
if not mine() then return {'lapsed', calls} end
local reply = {'ok', calls}
for _, id in ipairs(call('ZRANGE', key('order', name), ARGV[4], ARGV[4] + ARGV[5] - 1)) do
  reply[#reply + 1] = call('HGET', key('held', name), id)
end
return reply
