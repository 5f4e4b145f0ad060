labels = ["the", "cat", "日本語"]
#| axes: deep = labels, b, c, d
deep = torch.arange(24.).reshape(3, 2, 2, 2)
a_name_that_is_much_longer_than_the_room_that_there_is_for_it_on_the_screen = deep @ deep
soft = F.softmax(deep, dim=1).transpose(1, 3)[:, None, ..., ::2].sum(-1)
deep[0, 0] = 7
for i in range(3):
    deep = deep + i
print(deep)
