package rollout

func (c *checker) coverage() {}
