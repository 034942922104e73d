-- The entry, when it is not older than the floor. Otherwise {BIRTH}, which a later fill has to show.
--
-- ARGV[2]  how long a floor that is born here lives, in ms: a reader's time to fill
local epoch = current_epoch()
local floor, birth = floor_in(epoch)
if not floor then
  -- Nobody can say what was committed since: whatever the cache holds may be older.
  redis.call('DEL', KEYS[3])
  birth = epoch .. '/' .. ARGV[1]
  redis.call('SET', KEYS[2], '0|' .. birth, 'PX', ARGV[2])
  return {birth}
end
local entry = redis.call('GET', KEYS[3])
local version = version_of(entry)
if version and version >= floor then
  return entry
end
return {birth}
