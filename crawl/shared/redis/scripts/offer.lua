-- Queues pages that are new. Each has three arguments: number, host, entry.
if not mine() then return {'lapsed', calls} end
for i = 4, #ARGV, 3 do
  if not find(ARGV[i]) then
    see(ARGV[i])
    push('RPUSH', ARGV[i + 1], ARGV[i + 2])
  end
end
save()
return {'ok', calls}
