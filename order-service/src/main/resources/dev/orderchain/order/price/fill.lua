-- ARGV[2]  BIRTH that the reader was told before it read the database
-- ARGV[3]  version, as it read it
-- ARGV[4]  content
-- ARGV[5]  how long entry and floor live, in ms
--
--  2  stored
--  1  this very entry is there
--  0  refused: the floor is higher, or not the one of which the reader was told
-- -1  conflict: this version is there with other content; it is removed
local floor, birth = floor_in(current_epoch())
local version = tonumber(ARGV[3])
if birth ~= ARGV[2] or version < floor then
  return 0
end
local entry = redis.call('GET', KEYS[3])
local mine = ARGV[3] .. '|' .. ARGV[4]
if entry == mine then
  return 1
end
if version_of(entry) == version then
  redis.call('DEL', KEYS[3])
  return -1
end
redis.call('SET', KEYS[3], mine, 'PX', ARGV[5])
redis.call('SET', KEYS[2], ARGV[3] .. '|' .. birth, 'PX', ARGV[5])
return 2
