-- Returns pages of the session; after the last it ends. Returns whether there are more.
if mine() then
  local _, more = giveback(name, REAPED)
  if more then
    save()
    return {'ok', calls, 'more'}
  end
  call('ZREM', prefix .. 'lease', name)
  call('HSET', key('crawler', name), 'left', token, 'token', '')
elseif call('HGET', key('crawler', name), 'left') ~= token then
  return {'lapsed', calls}
end
save()
return {'ok', calls, 'all', left()}
