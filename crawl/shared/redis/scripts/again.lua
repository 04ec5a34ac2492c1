-- Queues pages that are new or done, first. Each has three arguments: number, host, entry.
if not mine() then return {'lapsed', calls} end
for i = #ARGV - 2, 4, -3 do
  local kind, digits = find(ARGV[i])
  if kind == 'done' then
    move(ARGV[i], digits, 'done', 'open')
  elseif not kind then
    see(ARGV[i])
  end
  if kind ~= 'open' then push('LPUSH', ARGV[i + 1], ARGV[i + 2]) end
end
save()
return {'ok', calls}
