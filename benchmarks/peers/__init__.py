"""What a docs site would pick instead. Each module measures one peer over the same looked-up entries."""
