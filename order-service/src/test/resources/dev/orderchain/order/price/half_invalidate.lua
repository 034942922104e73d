-- An invalidate as it must not be, for CacheWatermarkIT alone: it raises the floor first and fails
-- before it removes the entry. Redis takes nothing back.
--
-- ARGV[1]  version that is committed
local birth = string.match(redis.call('GET', KEYS[2]), '|(.+)$')
redis.call('SET', KEYS[2], ARGV[1] .. '|' .. birth)
redis.call('INCR', KEYS[3]) -- no integer
redis.call('DEL', KEYS[3])
