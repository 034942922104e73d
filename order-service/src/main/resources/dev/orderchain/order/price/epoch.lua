-- The epoch; a new one when this Redis has none, or that of another life.
return current_epoch()
