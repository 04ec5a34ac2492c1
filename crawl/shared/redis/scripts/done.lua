-- Drops pages that the session holds. Each has two arguments: key, number.
if not mine() then return {'lapsed', calls} end
for i = 4, #ARGV, 2 do
  if drop(name, ARGV[i], false) then
    local kind, digits = find(ARGV[i + 1])
    if kind == 'open' then move(ARGV[i + 1], digits, 'open', 'done') end
  end
end
save()
return {'ok', calls}
