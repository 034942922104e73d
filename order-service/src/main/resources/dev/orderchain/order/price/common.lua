-- What the scripts of the price cache share; each of them is this file and its own.
--
-- KEYS[1]  price:epoch      REPLID/NONCE: the life of Redis that the floors belong to
-- KEYS[2]  price:SKU:floor  VERSION|BIRTH: the highest version that is known to be committed.
--                           BIRTH is EPOCH/NONCE, told to whoever is about to read the database
-- KEYS[3]  price:SKU:cache  VERSION|CONTENT
-- ARGV[1]  a nonce, for an epoch or a floor that may begin
--
-- An order of effects that is safe wherever a script fails: an entry is removed before its floor
-- changes, and stored before its floor is.

-- A process that was started again, or promoted, may hold an older copy of every key, the epoch
-- among them. Its replication id is another one: Redis draws it anew at every start as a primary and
-- at every promotion.
local function current_epoch()
  local replid = string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
  local epoch = redis.call('GET', KEYS[1])
  if not epoch or string.sub(epoch, 1, #replid + 1) ~= replid .. '/' then
    epoch = replid .. '/' .. ARGV[1]
    redis.call('SET', KEYS[1], epoch)
  end
  return epoch
end

-- Version and birth, or nothing when it is lost: evicted, or of another life.
local function floor_in(epoch)
  local version, birth = string.match(redis.call('GET', KEYS[2]) or '', '^(%d+)|(.+)$')
  if birth and string.sub(birth, 1, #epoch + 1) == epoch .. '/' then
    return tonumber(version), birth
  end
end

local function version_of(entry)
  return tonumber(string.match(entry or '', '^(%d+)|'))
end
