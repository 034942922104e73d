-- ARGV[2]  version that is committed
-- ARGV[3]  how long the floor lives, in ms
--
-- 1 when it raised the floor, 0 when it was as high before. Never lowers it.
local epoch = current_epoch()
local floor, birth = floor_in(epoch)
local version = tonumber(ARGV[2])
if not floor or (version_of(redis.call('GET', KEYS[3])) or version) < version then
  redis.call('DEL', KEYS[3])
end
if floor and version <= floor then
  return 0
end
redis.call('SET', KEYS[2], ARGV[2] .. '|' .. (birth or epoch .. '/' .. ARGV[1]), 'PX', ARGV[3])
return 1
