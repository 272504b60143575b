project = "Shop"
extensions = ["sphinx_straightedge"]
