-- Begins a session. ARGV[4] is the lease in milliseconds. Returns the token.
local lease = tonumber(ARGV[4])
token = tostring(call('INCR', prefix .. 'tokens'))
call('HSET', key('crawler', name), 'token', token, 'lease', lease, 'pull', '', 'left', '')
call('ZADD', prefix .. 'lease', now + lease, name)
call('SADD', prefix .. 'crawlers', name)
for _, state in ipairs(call('HVALS', key('state', name))) do
  if state == 'aside' then count.held = count.held + 1 end
end
call('DEL', key('state', name), key('work', name))
local hosts = call('HGETALL', key('hosts', name))
for i = 1, #hosts, 2 do call('HSET', key('work', name), hosts[i], hosts[i + 1]) end
reap()
save()
return {'ok', calls, token}
