-- Returns pages that the session holds to the front of their queues, the first first.
if not mine() then return {'lapsed', calls} end
for i = #ARGV, 4, -1 do drop(name, ARGV[i], true) end
save()
return {'ok', calls}
