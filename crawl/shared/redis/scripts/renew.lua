-- Prolongs the session by its lease.
if not mine() then return {'lapsed', calls} end
call('ZADD', prefix .. 'lease', now + call('HGET', key('crawler', name), 'lease'), name)
return {'ok', calls}
