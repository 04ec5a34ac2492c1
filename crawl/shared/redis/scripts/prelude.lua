-- What all scripts share. KEYS[1] is the prefix of all keys. ARGV[1] is the identity of the frontier, ARGV[2] the name of
-- a crawler, ARGV[3] the token of its session. docs/architecture/shared-frontier.md lists the keys.
local prefix, name, token = KEYS[1], ARGV[2], ARGV[3]
local call = redis.call
if call('HGET', prefix .. 'format', 'id') ~= ARGV[1] then return {'other'} end
-- All calls of a crawler are counted. A crawler that gets a smaller number than before knows that Redis has older data.
local calls = call('HINCRBY', prefix .. 'calls', name, 1)

local REAPED = 1000 -- pages that one call returns to queues at most
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000) -- milliseconds

local function key(kind, of) return prefix .. kind .. ':' .. of end

-- Changes of the counters, which save writes.
local count = {queued = 0, held = 0, seen = 0}
local function save()
  for what, n in pairs(count) do
    if n ~= 0 then call('HINCRBY', prefix .. 'count', what, n) end
  end
end

-- left returns how many pages are queued, how many are held, and how many crawlers there are. Call save before.
local function left()
  local n = call('HMGET', prefix .. 'count', 'queued', 'held')
  return tonumber(n[1] or 0), tonumber(n[2] or 0), call('ZCOUNT', prefix .. 'lease', '(' .. now, '+inf')
end

-- mine reports whether the session lasts.
local function mine()
  local ends = call('ZSCORE', prefix .. 'lease', name)
  return ends and tonumber(ends) > now and call('HGET', key('crawler', name), 'token') == token
end

-- Each page ever offered is in one set of numbers: open, or done. The sets have up to 300 members on average, for which
-- Redis needs 8 bytes each. A page is in the set that the last digits of its number name; the more pages there are, the
-- more digits. So a page is looked for with each number of digits.
local function bucket(kind, number, digits) return key(kind, string.sub(number, -digits)) end

local function depth()
  local seen = tonumber(call('HGET', prefix .. 'count', 'seen') or 0) + count.seen
  return #string.format('%d', math.floor(seen / 300))
end

local function find(number)
  for digits = depth(), 1, -1 do
    for _, kind in ipairs({'open', 'done'}) do
      if call('SISMEMBER', bucket(kind, number, digits), number) == 1 then return kind, digits end
    end
  end
end

-- see notes a new page.
local function see(number)
  call('SADD', bucket('open', number, depth()), number)
  count.seen = count.seen + 1
end

-- finish moves a page from one set to the other.
local function move(number, digits, from, to)
  call('SMOVE', bucket(from, number, digits), bucket(to, number, digits), number)
end

-- A free host with queued pages is in one list: that of the crawler that held it last.
local function release(host, who)
  if call('LLEN', key('queue', host)) > 0 then call('RPUSH', key('free', who), host) end
end

-- push queues a page, by RPUSH or LPUSH.
local function push(how, host, entry)
  count.queued = count.queued + 1
  if call(how, key('queue', host), entry) > 1 then return end
  local who = call('HGET', prefix .. 'last', host) or ''
  if call('HEXISTS', key('hosts', who), host) == 0 then release(host, who) end
end

-- drop takes a page from a crawler, and queues it first if back is true. The host is free after its last page.
local function drop(who, id, back)
  local packed = call('HGET', key('held', who), id)
  if not packed then return false end
  local n = tonumber(string.sub(packed, 1, 4), 16)
  local host, entry = string.sub(packed, 5, 4 + n), string.sub(packed, 5 + n)
  call('HDEL', key('held', who), id)
  call('ZREM', key('order', who), id)
  local state = call('HGET', key('state', who), id)
  if state then
    call('HDEL', key('state', who), id)
  else
    call('HINCRBY', key('work', who), host, -1)
  end
  if state ~= 'aside' then count.held = count.held - 1 end
  if back then push('LPUSH', host, entry) end
  if call('HINCRBY', key('hosts', who), host, -1) == 0 then
    call('HDEL', key('hosts', who), host)
    call('HDEL', key('work', who), host)
    release(host, who)
  end
  return true
end

-- giveback queues the n pages that a crawler pulled last. It returns their number, and whether it holds more.
local function giveback(who, n)
  local ids = call('ZREVRANGE', key('order', who), 0, n - 1)
  for _, id in ipairs(ids) do drop(who, id, true) end
  return #ids, call('EXISTS', key('order', who)) == 1
end

-- reap ends sessions that have lapsed. What one call cannot return stays held until the next.
local function reap()
  local room = REAPED
  for _, who in ipairs(call('ZRANGEBYSCORE', prefix .. 'lease', '-inf', now, 'LIMIT', 0, 20)) do
    local n, more = giveback(who, room)
    if more then return end
    call('ZREM', prefix .. 'lease', who)
    call('DEL', key('crawler', who))
    room = room - n
    if room <= 0 then return end
  end
end
