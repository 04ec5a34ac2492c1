-- Sets the state of pages that the session holds: ARGV[4] is wait or aside, the others are keys.
if not mine() then return {'lapsed', calls} end
for i = 5, #ARGV do
  local packed = call('HGET', key('held', name), ARGV[i])
  if packed then
    local state = call('HGET', key('state', name), ARGV[i])
    if not state then
      local host = string.sub(packed, 5, 4 + tonumber(string.sub(packed, 1, 4), 16))
      call('HINCRBY', key('work', name), host, -1)
    end
    if state ~= 'aside' and ARGV[4] == 'aside' then count.held = count.held - 1 end
    if state == 'aside' and ARGV[4] ~= 'aside' then count.held = count.held + 1 end
    call('HSET', key('state', name), ARGV[i], ARGV[4])
  end
end
save()
return {'ok', calls}
