-- Pulls ARGV[4] pages at most, up to ARGV[5] of a host. ARGV[6] is the number of the call: a repetition has the same.
if not mine() then return {'lapsed', calls} end
reap()
local most, perhost, number = tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
local crawler, pages = key('crawler', name), {}

-- take pulls up to n pages of a host.
local function take(host, n)
  local entries = call('LPOP', key('queue', host), n)
  if not entries then return end
  local last = call('HINCRBY', crawler, 'seq', #entries)
  for i, entry in ipairs(entries) do
    local id = string.sub(entry, 1, 8)
    local packed = string.format('%04x', #host) .. host .. entry
    call('ZADD', key('order', name), last - #entries + i, id)
    call('HSET', key('held', name), id, packed)
    pages[#pages + 1] = packed
  end
  call('HINCRBY', key('hosts', name), host, #entries)
  call('HINCRBY', key('work', name), host, #entries)
  call('HSET', prefix .. 'last', host, name)
  count.queued = count.queued - #entries
  count.held = count.held + #entries
end

-- from pulls pages of free hosts.
local function from(who)
  while #pages < most do
    local host = call('LPOP', key('free', who))
    if not host then return end
    take(host, math.min(perhost, most - #pages))
  end
end

local before = call('HMGET', crawler, 'pull', 'from', 'seq')
if before[1] == number then
  for _, id in ipairs(call('ZRANGEBYSCORE', key('order', name), '(' .. before[2], '+inf')) do
    pages[#pages + 1] = call('HGET', key('held', name), id)
  end
else
  call('HSET', crawler, 'pull', number, 'from', before[3] or '0')
  local work = call('HGETALL', key('work', name))
  for i = 1, #work, 2 do
    local resting = call('HGET', key('hosts', name), work[i]) - work[i + 1]
    local room = math.min(perhost + math.min(resting, 7 * perhost) - work[i + 1], most - #pages)
    if room > 0 then take(work[i], room) end
  end
  if perhost > 0 then
    from(name)
    from('')
    for _, who in ipairs(call('SMEMBERS', prefix .. 'crawlers')) do from(who) end
  end
end
save()
return {'ok', calls, pages, left()}
